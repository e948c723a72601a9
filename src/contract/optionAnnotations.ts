/**
 * Keywords by which an options schema tells people of an option, beside `title`, `description` and `default` of JSON Schema.
 * None of these decides which values are allowed.
 */
export const optionAnnotations = {
  /** What a number counts, such as `pixels`. */
  unit: 'x-unit',
  /** What holds where the option is left out and no value says it, such as `As in the source`. */
  unset: 'x-unset',
} as const;

/** Every keyword that says something of an option and nothing of its values. */
export const annotationKeywords: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  ...Object.values(optionAnnotations),
]);
