import * as z from 'zod/mini';

/** How a person looks at the pictures of a tab. */
const choices = z.object({
  mode: z.enum(['slider', 'side', 'difference']),
  zoom: z.enum(['fit', 'actual']),
  /** Where the second picture begins, as a percentage of the width. */
  divider: z.number().check(z.minimum(0), z.maximum(100)),
  /** How many times as bright differences are drawn. */
  gain: z.number().check(z.minimum(1), z.maximum(32)),
});

export type Choices = z.infer<typeof choices>;

const usual: Choices = { mode: 'slider', zoom: 'fit', divider: 50, gain: 8 };

/** Those that VS Code kept of the tab, or the usual ones. */
export function restored(kept: unknown): Choices {
  const parsed = choices.safeParse(kept);
  return parsed.success ? parsed.data : usual;
}
