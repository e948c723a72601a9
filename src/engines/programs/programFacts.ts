import * as z from 'zod/mini';
import { refusalReasons, wayIds } from '../api/confinement.ts';
import { programIds } from './programs.ts';

/** What confines a program: one of our ways, or whoever packaged it. */
export const confinerIds = [...wayIds, 'snap', 'flatpak'] as const;

/** What is known of a program of the user's that is there, for people who ask. */
export const programFacts = z.object({
  id: z.enum(programIds),
  /** Where it was found. */
  path: z.string(),
  /** Absent where it names none, such as a build between versions. */
  version: z.optional(z.string()),
  /** Absent where nothing confines it. */
  confiner: z.optional(z.enum(confinerIds)),
  /** Why it is not run; absent where it is. */
  refusal: z.optional(z.enum(refusalReasons)),
  /** Whether nothing confines it although something here confines others. */
  couldBeConfined: z.boolean(),
  /** Security holes of its version that files of these formats could use, and the version that has none of them. */
  holes: z.optional(
    z.object({
      formats: z.readonly(z.array(z.string())),
      advisories: z.readonly(z.array(z.string())),
      fixedIn: z.string(),
      /** Whether such files are refused until it is updated. */
      areRefused: z.boolean(),
    }),
  ),
});

export type ProgramFacts = z.infer<typeof programFacts>;
