import * as z from 'zod/mini';

/** Messages between the extension and a picture tab. Both validate what arrives, as neither trusts the other. */

const text = z.string().check(z.maxLength(4000));
const index = z.int().check(z.minimum(0));
const share = z.number().check(z.minimum(0), z.maximum(1));
const name = z.string().check(z.maxLength(100));
const value = z.string().check(z.maxLength(1000));

/** The page's fixed labels. */
const words = z.object({
  view: text,
  slider: text,
  sideBySide: text,
  difference: text,
  size: text,
  fit: text,
  actual: text,
  zoomIn: text,
  zoomOut: text,
  previous: text,
  next: text,
  divider: text,
  gain: text,
  picture: text,
  facts: text,
});

/** A part of a picture, as shares of its sides. */
const part = z.object({ left: share, top: share, width: share, height: share });

/** A control of the form; its value is always a text. */
const control = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('choice'),
    name,
    label: text,
    value,
    choices: z.readonly(z.array(z.object({ value, label: text })).check(z.maxLength(500))),
  }),
  z.object({
    kind: z.literal('range'),
    name,
    label: text,
    value,
    min: z.number(),
    max: z.number(),
    /** The meaning of an empty value, if no number means the same. */
    unset: z.optional(text),
  }),
  z.object({
    kind: z.literal('text'),
    name,
    label: text,
    value,
    /** The meaning of an empty value. */
    unset: text,
    /** The reason why the value was refused. */
    problem: z.optional(text),
  }),
]);

const formButtons = ['apply', 'save', 'reset'] as const;

/** Settings whose effect the pictures show. */
const form = z.object({
  label: text,
  /** The size of the result. */
  outcome: text,
  controls: z.readonly(z.array(control).check(z.maxLength(50))),
  more: text,
  moreControls: z.readonly(z.array(control).check(z.maxLength(50))),
  buttons: z.readonly(z.array(z.object({ id: z.enum(formButtons), label: text })).check(z.maxLength(3))),
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
    z
      .array(
        z.object({
          source: z.string().check(z.maxLength(4000)),
          name: text,
          /** Present if it is only this part of the other picture. */
          part: z.optional(part),
        }),
      )
      .check(z.maxLength(2)),
  ),
  form: z.optional(form),
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
  z.object({ type: z.literal('set'), name, value }),
  z.object({ type: z.literal('press'), button: z.enum(formButtons) }),
  /** The visible part of the first picture, and its width on the screen in physical pixels. */
  z.object({ type: z.literal('look'), part, pixels: z.int().check(z.minimum(1), z.maximum(100_000)) }),
]);

export type Part = z.infer<typeof part>;
export type Control = z.infer<typeof control>;
export type Form = z.infer<typeof form>;
export type TabContent = z.infer<typeof tabContent>;
export type TabRequest = z.infer<typeof tabRequest>;
