/**
 * Table of the server scenarios of the official conformance suite of MCP: which apply to any server, and why others
 * do not.
 */

/** The package, pinned: the suite is young and changes. */
export const SUITE = '@modelcontextprotocol/conformance@0.1.16';

/** They test what every server promises. */
export const APPLICABLE = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
] as const;

const reference = (what: string): string => `calls ${what} of the suite's reference server`;

/** They test a server that was written for the suite, or a capability that this one does not offer. */
export const NOT_APPLICABLE: Readonly<Record<string, string>> = {
  'tools-call-simple-text': reference('the tool test_simple_text'),
  'tools-call-image': reference('the tool test_image_content'),
  'tools-call-audio': reference('the tool test_audio_content'),
  'tools-call-embedded-resource': reference('the tool test_embedded_resource'),
  'tools-call-mixed-content': reference('the tool test_multiple_content_types'),
  'tools-call-with-logging': reference('the tool test_tool_with_logging'),
  'tools-call-error': reference('the tool test_error_handling'),
  'tools-call-with-progress': reference('the tool test_tool_with_progress'),
  'tools-call-sampling': reference('the tool test_sampling'),
  'tools-call-elicitation': reference('the tool test_elicitation'),
  'json-schema-2020-12': reference('the tool json_schema_2020_12_tool'),
  'elicitation-sep1034-defaults': reference('a tool with elicitation'),
  'elicitation-sep1330-enums': reference('a tool with elicitation'),
  'resources-read-text': reference('the resource test://static-text'),
  'resources-read-binary': reference('the resource test://static-binary'),
  'resources-templates-read': reference('the resource test://template/{id}/data'),
  'prompts-get-simple': reference('the prompt test_simple_prompt'),
  'prompts-get-with-args': reference('the prompt test_prompt_with_arguments'),
  'prompts-get-embedded-resource': reference('the prompt test_prompt_with_embedded_resource'),
  'prompts-get-with-image': reference('the prompt test_prompt_with_image'),
  'server-sse-polling': 'needs sessions, which are optional: the suite only warns',
  'server-sse-multiple-streams': 'needs sessions, which are optional: the suite only warns',
  'resources-subscribe': 'needs subscriptions: the server is stateless and offers none',
  'resources-unsubscribe': 'needs subscriptions: the server is stateless and offers none',
  'logging-set-level': 'needs the capability logging: a stateless server sends no notifications',
  'completion-complete': 'needs the capability completions, which is not offered',
};
