/**
 * Keywords with which an options schema describes an option, in addition to JSON Schema's `title`, `description`, and
 * `default`. None of them restricts values.
 */
export const optionAnnotations = {
  /** The unit of a number, such as `pixels`. */
  unit: 'x-unit',
  /** The behavior if the option is omitted and no value expresses it, such as `Same as the source`. */
  unset: 'x-unset',
} as const;

/** Every keyword that describes an option without restricting its values. */
export const annotationKeywords: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  ...Object.values(optionAnnotations),
]);
