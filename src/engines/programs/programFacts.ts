import * as z from 'zod/mini';
import { refusalReasons, mechanismIds } from '../api/program.ts';
import { programIds } from './programs.ts';

/** The sandboxes that a program can run in: the extension's own, and those of packaging systems. */
const confinerIds = [...mechanismIds, 'snap', 'flatpak'] as const;

/** Facts about an installed program, for display to the user. */
export const programFacts = z.object({
  id: z.enum(programIds),
  path: z.string(),
  /** The version; absent if the program reports none, such as a development build. */
  version: z.optional(z.string()),
  /** The sandbox; absent if the program runs unsandboxed. */
  confiner: z.optional(z.enum(confinerIds)),
  /** The reason why the program isn't run; absent if it is run. */
  refusal: z.optional(z.enum(refusalReasons)),
  /** True if the program runs unsandboxed although this computer can sandbox other programs. */
  couldBeConfined: z.boolean(),
  /** The version's vulnerabilities that files of these formats could exploit, and the first version without them. */
  vulnerabilities: z.optional(
    z.object({
      formats: z.readonly(z.array(z.string())),
      advisories: z.readonly(z.array(z.string())),
      fixedIn: z.string(),
      /** True if files of these formats are rejected until the program is updated. */
      areRefused: z.boolean(),
    }),
  ),
});

export type ProgramFacts = z.infer<typeof programFacts>;
