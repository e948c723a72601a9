import * as z from 'zod/mini';

/** Messages between the extension and a picture tab. Both sides validate them, as neither trusts the other. */

const text = z.string().check(z.maxLength(4000));
const index = z.int().check(z.minimum(0));
const share = z.number().check(z.minimum(0), z.maximum(1));
const name = z.string().check(z.maxLength(1000));
const value = z.string().check(z.maxLength(1000));

/** The labels of the page's own controls. */
const texts = z.object({
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

/** A part of a picture, as fractions of the picture's width and height. */
const part = z.object({ left: share, top: share, width: share, height: share });

/** A control of the form. Its value is always text. */
const control = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('choice'),
    name,
    label: text,
    value,
    choices: z.readonly(z.array(z.object({ value, label: text }))),
  }),
  z.object({
    kind: z.literal('range'),
    name,
    label: text,
    value,
    min: z.number(),
    max: z.number(),
    /** The text that explains an empty value, if no number means the same. */
    unset: z.optional(text),
  }),
  z.object({
    kind: z.literal('text'),
    name,
    label: text,
    value,
    /** The text that explains an empty value. */
    unset: text,
    /** The reason why the value was rejected. */
    problem: z.optional(text),
  }),
]);

const formButtons = ['apply', 'save', 'reset'] as const;

/** The form with settings that change the pictures. */
const form = z.object({
  label: text,
  /** The size of the resulting file, as text. */
  outcome: text,
  controls: z.readonly(z.array(control)),
  more: text,
  moreControls: z.readonly(z.array(control)),
  buttons: z.readonly(z.array(z.object({ id: z.enum(formButtons), label: text })).check(z.maxLength(3))),
});

/** Everything that a tab shows. Each message replaces the previous one. */
export const tabContent = z.object({
  texts,
  title: text,
  /** The current activity or error; empty if there is none. */
  status: text,
  /** The label of a button below the status, which sends the request `act`. */
  action: z.optional(text),
  /** One picture, or two to compare. */
  pictures: z.readonly(
    z
      .array(
        z.object({
          source: z.string().check(z.maxLength(4000)),
          name: text,
          /** Present if the picture shows only this part of the other one. */
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
  /** The position among several pages or pairs of pictures. */
  place: z.optional(z.object({ index, count: index, text })),
});

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
