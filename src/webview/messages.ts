import * as z from 'zod/mini';

/** What the extension and a tab of pictures tell each other. Both check what arrives, as neither trusts the other's side. */

const text = z.string().check(z.maxLength(4000));
const index = z.int().check(z.minimum(0));

/** What stands on the page whatever it shows. */
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
  /** What is going on, or went wrong; empty where nothing is to be said. */
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

/** What a tab asks for. */
export const tabRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('act') }),
  z.object({ type: z.literal('go'), index }),
]);

export type TabContent = z.infer<typeof tabContent>;
export type TabRequest = z.infer<typeof tabRequest>;
