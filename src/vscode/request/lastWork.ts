import * as z from 'zod/mini';
import { withoutSecrets } from '../../contract/options.ts';
import { toolIds } from '../../contract/tools.ts';
import { combinationOrders, imageSetIds, type Work } from '../../planning/work.ts';
import type { KeyValueStore } from '../../util/keyValueStore.ts';
import { LastOptions, RecentTargets } from '../../planning/recentChoices.ts';
import { lastWorkKey } from '../menuKeys.ts';

const text = z.optional(z.string());
const schema = z.object({
  tool: z.enum(toolIds),
  targetFormat: text,
  order: z.optional(z.enum(combinationOrders)),
  options: z.optional(z.record(z.string(), z.unknown())),
  output: z.optional(z.object({ folder: text, name: text, ofWorkspace: z.optional(z.boolean()) })),
  preset: text,
  imageSet: z.optional(z.enum(imageSetIds)),
});

/** The work that the user started last, without secrets. */
export class LastWork {
  readonly #store: KeyValueStore;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** The last work; `undefined` if there hasn't been any. */
  get(): Work | undefined {
    const parsed = schema.safeParse(this.#store.get(lastWorkKey));
    if (!parsed.success) return undefined;
    const { tool, targetFormat, order = 'picked', options, output, preset, imageSet } = parsed.data;
    const details = {
      ...(options === undefined ? {} : { options }),
      ...(output === undefined ? {} : { output: { ...output, ofWorkspace: output.ofWorkspace ?? false } }),
      ...(preset === undefined ? {} : { preset }),
      ...(imageSet === undefined ? {} : { imageSet }),
    };
    if (tool !== 'combine') return { tool, targetFormat, ...details };
    return targetFormat === undefined ? undefined : { tool, targetFormat, order, ...details };
  }

  async remember(work: Work): Promise<void> {
    await this.#store.update(lastWorkKey, { ...work, options: withoutSecrets(work.options ?? {}) });
  }
}

/** Choices that the user made before in any window, which are offered again. */
export interface RememberedChoices {
  readonly recentTargets: RecentTargets;
  readonly lastOptions: LastOptions;
  readonly lastWork: LastWork;
}

export function rememberedChoices(store: KeyValueStore): RememberedChoices {
  return {
    recentTargets: new RecentTargets(store),
    lastOptions: new LastOptions(store),
    lastWork: new LastWork(store),
  };
}
