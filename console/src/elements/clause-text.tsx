/** The text of a clause: paragraphs, lists, tables and code, as the other documents of the service show them. */
import { readBlocks } from '../../../shared/documents/clause-blocks.ts';
import type { Block, Run } from '../../../shared/documents/printed-document.ts';

/** @param imageHref the address of an image by its name; without it the reference is shown */
export function ClauseText({ text, imageHref }: { text: string; imageHref?: (name: string) => string }) {
  return (
    <>
      {readBlocks(text).map((block, index) => (
        <BlockView key={index} block={block} imageHref={imageHref} />
      ))}
    </>
  );
}

type ImageHref = ((name: string) => string) | undefined;

function BlockView({ block, imageHref }: { block: Block; imageHref: ImageHref }) {
  if (block.type === 'code') return <pre dir="auto">{block.text}</pre>;
  if (block.type === 'table') {
    const [head = [], ...rows] = block.rows;
    return (
      <div class="scroll">
        <table>
          <thead>
            <tr>
              {head.map((cell, index) => (
                <th key={index} scope="col">
                  <Runs runs={cell} imageHref={imageHref} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, line) => (
              <tr key={line}>
                {row.map((cell, index) => (
                  <td key={index} dir="auto">
                    <Runs runs={cell} imageHref={imageHref} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  }
  return (
    <p dir="auto" class={block.indent > 0 ? `indent-${Math.min(block.indent, 6)}` : undefined}>
      {block.marker !== '' && <span class="marker">{block.marker} </span>}
      <Runs runs={block.runs} imageHref={imageHref} />
    </p>
  );
}

function Runs({ runs, imageHref }: { runs: readonly Run[]; imageHref: ImageHref }) {
  return (
    <>
      {runs.map((run, index) => (
        <RunView key={index} run={run} imageHref={imageHref} />
      ))}
    </>
  );
}

function RunView({ run, imageHref }: { run: Run; imageHref: ImageHref }) {
  if (run.image && imageHref)
    return (
      <img src={imageHref(run.image.name)} alt={run.image.description || run.image.name} loading="lazy" />
    );
  let node = <>{run.text}</>;
  if (run.code) node = <code>{node}</code>;
  if (run.italic) node = <em>{node}</em>;
  if (run.bold) node = <strong>{node}</strong>;
  return node;
}
