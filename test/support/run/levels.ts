import {
  browserNeeds,
  compilerNeeds,
  curlNeeds,
  decoderNeeds,
  type Need,
  programDecoderNeeds,
  programNeeds,
  pythonNeeds,
  serverNeeds,
} from '../systemPackages.ts';

export type LevelName = 'check' | 'unit' | 'conformance' | 'host' | 'service' | 'network' | 'ui';

/**
 * A level of the tests: its requirements, and the way to run its files. docs/testing.md says what each level proves.
 */
export interface Level {
  /** The programs that its tests in `npm test` use, as Debian packages. */
  readonly needs: readonly Need[];
  /** The programs that its sweeps also use. */
  readonly sweepNeeds: readonly Need[];
  /** True if it runs in the VS Code server, which must be compiled once. */
  readonly usesVsCode: boolean;
  /** True if it depends on Debian's programs or on the VS Code server in a browser. */
  readonly linuxOnly: boolean;
  /** True if its tests start real processes. Its failed files are retried alone at the end of the run. */
  readonly startsProcesses: boolean;
  /** The default number of cores that a file uses. Waiting for processes needs less than one. */
  readonly weight: number;
  /** More arguments for Mocha. */
  readonly mochaArguments?: readonly string[];
}

/** The properties of most levels. */
const usual = {
  needs: [],
  sweepNeeds: [],
  usesVsCode: false,
  linuxOnly: true,
  startsProcesses: true,
  weight: 0.5,
} as const;

const usualWithVsCode = { ...usual, needs: [...browserNeeds, ...compilerNeeds], usesVsCode: true } as const;

export const levels: Readonly<Record<LevelName, Level>> = {
  check: { ...usual, linuxOnly: false, startsProcesses: false, weight: 1 },
  unit: { ...usual, linuxOnly: false, startsProcesses: false, weight: 1 },
  conformance: { ...usual, linuxOnly: false, startsProcesses: false },
  host: { ...usualWithVsCode, sweepNeeds: decoderNeeds, linuxOnly: false },
  service: {
    ...usual,
    needs: pythonNeeds,
    sweepNeeds: [...decoderNeeds, ...programNeeds, ...programDecoderNeeds],
  },
  network: { ...usual, needs: curlNeeds, sweepNeeds: [...browserNeeds, ...decoderNeeds, ...serverNeeds] },
  ui: {
    ...usualWithVsCode,
    sweepNeeds: [...decoderNeeds, ...programNeeds, ...serverNeeds],
    // A browser that renders without a graphics card.
    weight: 0.66,
    // The tests of a file build on each other, so the first failure ends the file.
    mochaArguments: ['--bail', '--require', 'test/ui/hooks.ts'],
  },
};

export function isLevel(name: string): name is LevelName {
  return Object.hasOwn(levels, name);
}
