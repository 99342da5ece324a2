/**
 * Security filter: refuses attributes and styles of an SVG that run script or load something from outside the
 * drawing.
 */

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const FRAGMENT = /^#[\w.:-]+$/;
const EMBEDDED_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=\s]*$/;
/** Attributes that a browser reads as CSS and that may have a URL. */
const CSS_ATTRIBUTE = /^(?:style|clip-path|cursor|fill|filter|marker(?:-\w+)?|mask(?:-\w+)?|stroke)$/;
const SCRIPT_URL = /(?:java|vb|live)script:|data:text/;

/**
 * @param element without its prefix where that is the one of SVG
 * @param value with its references decoded
 * @returns the fault as the end of a sentence; null when there is none
 */
export function findAttributeFault(element: string, name: string, value: string): string | null {
  const local = name.slice(name.indexOf(':') + 1).toLowerCase();
  if (name === 'xmlns' || name.startsWith('xmlns:')) return findNamespaceFault(name, value);
  if (local.startsWith('on')) return `has the event attribute ${name}`;
  if (name === 'xml:base') return 'has the attribute xml:base';
  if (local === 'href' || local === 'src') {
    const isInside =
      FRAGMENT.test(value.trim()) || (element === 'image' && EMBEDDED_IMAGE.test(value.trim()));
    return isInside ? null : `has a link out of the drawing in ${name}`;
  }
  if (SCRIPT_URL.test(value.replace(/[^\x21-\x7e]/g, '').toLowerCase())) return `has a script in ${name}`;
  return CSS_ATTRIBUTE.test(name) ? findCssFault(value) : findUrlFault(value);
}

/** Refuses elements of HTML, and those of SVG under another prefix, whose names are not checked. */
function findNamespaceFault(name: string, value: string): string | null {
  const namespace = value.trim();
  const isDefault = name === 'xmlns' || name === 'xmlns:svg';
  if (isDefault) return namespace === SVG_NAMESPACE ? null : `has another namespace than that of SVG`;
  return namespace === SVG_NAMESPACE || /xhtml|xml-events/i.test(namespace)
    ? `has the namespace ${namespace.slice(0, 80)} under the prefix ${name.slice('xmlns:'.length)}`
    : null;
}

/** @returns the fault as the end of a sentence; null when there is none */
export function findCssFault(css: string): string | null {
  if (
    /[\\<]|\/\*|@import|@namespace|@font-face|image-set|expression\s*\(|\bsrc\s*\(|-moz-binding|behavior\s*:/i.test(
      css,
    )
  )
    return 'has a style that loads or runs something';
  return findUrlFault(css);
}

/** URLs in styles may only name parts of the drawing. */
function findUrlFault(value: string): string | null {
  for (const [, url = ''] of value.matchAll(/url\s*\(([^)]*)/gi))
    if (!FRAGMENT.test(url.trim().replace(/^(["'])(.*)\1$/, '$2')))
      return 'has a style with a URL out of the drawing';
  return null;
}
