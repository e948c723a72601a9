import * as z from 'zod/mini';

/** One value of the configuration: what it may be, what holds without it, and how it is written in the environment. */
interface Setting<T> {
  readonly schema: z.ZodMiniType<T>;
  /** What to say where it is not what it may be. */
  readonly takes: string;
  readonly fromText: (text: string) => unknown;
}

function text(takes: string): Setting<string | undefined> {
  return { schema: z.optional(z.string().check(z.minLength(1))), takes, fromText: (value) => value };
}

/** Every setting by its name in the file; in the environment it is `FUN_` and the name in capitals. */
export const settings = {
  databaseUrl: text('the address of a PostgreSQL database, such as postgres://user@host/name'),
  plansFile: text('the path of a JSON file with plans'),
} as const;

export type SettingName = keyof typeof settings;

/** The values of all settings; what is optional and not set is `undefined`. */
export type SettingValues = {
  readonly [Name in SettingName]: z.infer<(typeof settings)[Name]['schema']>;
};

/** `databaseUrl` is `FUN_DATABASE_URL`. */
export function variableOf(name: SettingName): string {
  return `FUN_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}
