import * as z from 'zod/mini';

/** Messages between the extension and a picture tab. Both validate what arrives, as neither trusts the other. */

const text = z.string().check(z.maxLength(4000));
const index = z.int().check(z.minimum(0));

/** The page's fixed labels. */
const words = z.object({
  view: text,
  slider: text,
  sideBySide: text,
  difference: text,
  size: text,
  fit: text,
  actual: text,
  previous: text,
  next: text,
  divider: text,
  gain: text,
  picture: text,
  facts: text,
});

/** All that a tab shows; each message replaces the one before. */
export const tabContent = z.object({
  words,
  title: text,
  /** The current activity or error; empty if there is none. */
  status: text,
  /** The label of a button below, which asks to `act`. */
  action: z.optional(text),
  /** One, or two that are compared. */
  pictures: z.readonly(
    z.array(z.object({ source: z.string().check(z.maxLength(4000)), name: text })).check(z.maxLength(2)),
  ),
  facts: z.readonly(
    z.array(z.object({ label: text, values: z.readonly(z.array(text).check(z.maxLength(2))) })),
  ),
  remarks: z.readonly(z.array(text)),
  /** Which it is of several pages or pairs. */
  place: z.optional(z.object({ index, count: index, text })),
});

/** Requests from a tab. */
export const tabRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('act') }),
  z.object({ type: z.literal('go'), index }),
]);

export type TabContent = z.infer<typeof tabContent>;
export type TabRequest = z.infer<typeof tabRequest>;
