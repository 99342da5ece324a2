/** A small standard in the markup, as the example in the instructions for models: section, clauses, a field, a note. */
export const MARKUP_EXAMPLE = `# 1 Doors

1.1 Doors shall be 915 mm wide at least.

**1.2 Hardware** Handles shall be within reach.

\`\`\`field
label: Height of handles
type: range
unit: mm
default: '900'
\`\`\`

> **Note 1.2.1** Measured from the floor.
`;
