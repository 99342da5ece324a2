/** Tests of which SVG files are accepted and refused. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { findSvgFault } from './svg-content.ts';

const NS = 'xmlns="http://www.w3.org/2000/svg"';
const fault = (content: string, attributes = ''): string | null =>
  findSvgFault(Buffer.from(`<svg ${NS}${attributes}>${content}</svg>`));

describe('an SVG file', () => {
  it('drawings as editors write them are accepted (F5)', () => {
    for (const text of [
      `<svg ${NS}/>`,
      `\uFEFF<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- Created with Inkscape -->
<svg ${NS} xmlns:svg="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" inkscape:version="1.3" width="10mm" viewBox="0 0 9 9">
  <inkscape:page inkscape:label="A" />
  <defs><style><![CDATA[.a{fill:#fff;stroke:url(#g)}]]></style><linearGradient id="g"><stop offset="0"/></linearGradient></defs>
  <svg:g class="a" style="fill:url('#g')"><use xlink:href="#g"/><path d="M0 0&#10;L1 1"/></svg:g>
  <image href="data:image/png;base64,iVBORw0KGgo="/><text x='1'>5 &lt; 6 &amp; “Süd”</text>
</svg>
`,
    ])
      assert.equal(findSvgFault(Buffer.from(text)), null, text.slice(0, 80));
  });

  it('script, events, links and styles that leave the drawing, and entities are refused (H21)', () => {
    const refused: [string, RegExp][] = [
      ['<script>alert(1)</script>', /<script>/],
      ['<SCRIPT/>', /<SCRIPT>/],
      ['<svg:script/>', /<svg:script>/],
      ['<foreignObject/>', /<foreignObject>/],
      ['<a href="#x"/>', /<a>/],
      ['<animate attributeName="href" to="javascript:x"/>', /<animate>/],
      ['<set attributeName="onload" to="x"/>', /<set>/],
      ['<iframe/>', /<iframe>/],
      ['<g onload="x"/>', /onload/],
      ['<g OnClick="x"/>', /OnClick/],
      ['<use href="data:image/svg+xml,x"/>', /link out/],
      ['<use xlink:href="https://example.org/a.svg#b"/>', /link out/],
      ['<use href="&#35;a/../x"/>', /link out/],
      ['<image href="java&#115;cript:x"/>', /link out/],
      ['<image href="data:image/svg+xml;base64,AA=="/>', /link out/],
      ['<g fill="java&#115;cript&#x3A;x"/>', /script in fill/],
      ['<g fill="url(https://example.org/#a)"/>', /URL out/],
      ['<g style="fill:url(//example.org)"/>', /URL out/],
      ['<style>@import "x";</style>', /loads or runs/],
      ['<style><![CDATA[@import "x";]]></style>', /loads or runs/],
      ['<style>@\\69mport "x";</style>', /loads or runs/],
      ['<style>@im<!-- -->port "x";</style>', /loads or runs/],
      ['<style>@im<![CDATA[port "x";]]></style>', /loads or runs/],
      ['<style>@im<title/>port "x";</style>', /element in a style/],
      ['<path fill="\\75rl(//example.org/x#a)"/>', /loads or runs/],
      ['<path filter="\\75rl(//example.org/x#a)"/>', /loads or runs/],
      ['<path mask="image-set(&quot;//example.org/x&quot; 1x)"/>', /loads or runs/],
      ['<path cursor="src(&quot;//example.org/x&quot;)"/>', /loads or runs/],
      ['<style>a{background:url(x)}</style>', /URL out/],
      ['<g xml:base="https://example.org/"/>', /xml:base/],
      ['<g xmlns="http://www.w3.org/1999/xhtml"/>', /another namespace/],
      ['<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>', /namespace .*xhtml/],
      ['<s:script xmlns:s="http://www.w3.org/2000/svg"/>', /under the prefix s/],
      ['&e;', /unknown entity/],
      ['<?xml-stylesheet href="x"?>', /other than elements/],
      ['<!ENTITY e "x">', /other than elements/],
      ['<g x=1/>', /other than elements/],
      ['<g></h>', /closes <h>/],
      ['<g>', /closes <svg>/],
    ];
    for (const [content, message] of refused) assert.match(fault(content) ?? '', message, content);
    assert.match(fault('', ' onload="x"') ?? '', /onload/);
  });

  it('another encoding, a document type with entities, and what is no drawing are refused (H21)', () => {
    const utf16 = Buffer.from(`\uFEFF<svg ${NS}/>`, 'utf16le');
    const texts: [Buffer | string, RegExp][] = [
      [utf16, /not UTF-8/],
      [Buffer.from([0x1f, 0x8b, 8, 0, 0xff]), /not UTF-8/],
      [`<?xml version="1.0" encoding="utf-7"?><svg ${NS}/>`, /other than elements/],
      [`<!DOCTYPE svg [<!ENTITY e "x">]><svg ${NS}>&e;</svg>`, /document type/],
      [`<!DOCTYPE html><svg ${NS}/>`, /document type/],
      [`<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg ${NS}/>`, /document type/],
      ['<html/>', /not one SVG/],
      [`<svg ${NS}/><svg ${NS}/>`, /not one SVG/],
      [`text<svg ${NS}/>`, /outside/],
      ['just text', /outside/],
      [`<svg ${NS}><g>`, /not a complete/],
      [`<svg ${NS}><!-- `, /without an end/],
      [`<svg ${NS}>${'<g>'.repeat(300)}`, /levels/],
    ];
    for (const [text, message] of texts)
      assert.match(findSvgFault(Buffer.from(text)) ?? '', message, String(text).slice(0, 60));
  });

  it('a repeated attribute, more than 200 in a tag, and names without an end are refused (H21)', () => {
    const attributes = (count: number): string =>
      Array.from({ length: count }, (_, at) => `a${at}="1"`).join(' ');
    assert.equal(fault(`<g ${attributes(200)}/>`), null);
    const refused: [string, RegExp][] = [
      [`<g ${attributes(201)}/>`, /more than 200 attributes in <g>/],
      [`<g ${attributes(150_000)}/>`, /more than 200 attributes/],
      ['<g id="a" id="b"/>', /repeats the attribute id/],
      [`<g id="a" class='b' id='a'/>`, /repeats the attribute id/],
      ['<use xlink:href="#a" xlink:href="#b"/>', /repeats the attribute xlink:href/],
      [`<g ${'a'.repeat(1_000_000)}="1"/>`, /name of more than 100/],
      [`<${'g'.repeat(1_000_000)}/>`, /name of more than 100/],
      [`<g ${' '.repeat(1_000_000)}`, /other than elements/],
      [`<g id="${'x'.repeat(1_000_000)}`, /other than elements/],
      ['<g id="a<b"/>', /other than elements/],
      ['<g></g id="a">', /other than elements/],
      ['<g id="a"id="b"/>', /other than elements/],
    ];
    for (const [content, message] of refused)
      assert.match(fault(content) ?? '', message, content.slice(0, 60));
    assert.match(fault('', ' id="a" id="b"') ?? '', /repeats/);
  });
});
