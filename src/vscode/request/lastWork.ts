import * as z from 'zod/mini';
import { withoutSecrets } from '../../contract/optionSchema.ts';
import { toolIds } from '../../contract/tools.ts';
import { combinationOrders, type Task } from '../../planning/workPlan.ts';
import type { KeyValueStore } from '../../util/keyValueStore.ts';
import { imageSetIds, type RunDetails } from './runDetails.ts';

const key = 'lastWork';
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

/** The user's last work with its details, without secrets. */
export class LastWork {
  readonly #store: KeyValueStore;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** `undefined` before the first. */
  get(): { readonly task: Task; readonly details: RunDetails } | undefined {
    const parsed = schema.safeParse(this.#store.get(key));
    if (!parsed.success) return undefined;
    const { options, output, preset, imageSet } = parsed.data;
    const task = taskOf(parsed.data);
    if (task === undefined) return undefined;
    return {
      task,
      details: {
        ...(options === undefined ? {} : { options }),
        ...(output === undefined ? {} : { output: { ...output, ofWorkspace: output.ofWorkspace ?? false } }),
        ...(preset === undefined ? {} : { preset }),
        ...(imageSet === undefined ? {} : { imageSet }),
      },
    };
  }

  async remember(task: Task, { options = {}, output, preset, imageSet }: RunDetails): Promise<void> {
    const details = { options: withoutSecrets(options), output, preset, imageSet };
    await this.#store.update(key, { ...task, ...details });
  }
}

function taskOf({ tool, targetFormat, order = 'picked' }: z.infer<typeof schema>): Task | undefined {
  if (tool !== 'combine') return { tool, targetFormat };
  return targetFormat === undefined ? undefined : { tool, targetFormat, order };
}
