import * as z from 'zod/mini';
import { refusalReasons, mechanismIds } from '../api/confinement.ts';
import { programIds } from './programs.ts';

/** The sandbox of a program: one of ours, or its packager's. */
const confinerIds = [...mechanismIds, 'snap', 'flatpak'] as const;

/** Facts about an installed program, for display. */
export const programFacts = z.object({
  id: z.enum(programIds),
  /** Its path. */
  path: z.string(),
  /** Absent if it reports none, such as a development build. */
  version: z.optional(z.string()),
  /** Absent if it isn't sandboxed. */
  confiner: z.optional(z.enum(confinerIds)),
  /** The reason why it isn't run; absent if it is. */
  refusal: z.optional(z.enum(refusalReasons)),
  /** True if it isn't sandboxed although other programs are. */
  couldBeConfined: z.boolean(),
  /** Vulnerabilities of its version that files of these formats could exploit, and the first version without them. */
  vulnerabilities: z.optional(
    z.object({
      formats: z.readonly(z.array(z.string())),
      advisories: z.readonly(z.array(z.string())),
      fixedIn: z.string(),
      /** True if such files are refused until it is updated. */
      areRefused: z.boolean(),
    }),
  ),
});

export type ProgramFacts = z.infer<typeof programFacts>;
