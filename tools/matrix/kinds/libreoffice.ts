import assert from 'node:assert/strict';
import { makeOfficeSamples, sheetSamples, slideSamples, textSamples } from '../programs/officeSamples.ts';
import type { Check, Proofs } from '../proofs.ts';
import { sheetChecks } from './officeSheets.ts';
import { slideChecks } from './officeSlides.ts';
import { textChecks } from './officeTexts.ts';

/** The components of LibreOffice (texts, sheets, and slides), by the source formats that they read. */
const parts = [
  { samples: textSamples, checks: textChecks },
  { samples: sheetSamples, checks: sheetChecks },
  { samples: slideSamples, checks: slideChecks },
] as const;

const targets = new Set(parts.flatMap(({ checks }) => Object.keys(checks)));

const check: Check = async (converted) => {
  const { from, to } = converted;
  const part = parts.find(({ samples }) => Object.hasOwn(samples, from));
  const checkOfPart = part?.checks[to];
  assert.ok(checkOfPart, `no check of ${to}`);
  await checkOfPart(converted);
};

export const libreOfficeProofs: readonly Proofs[] = [
  {
    engine: 'libreoffice',
    kind: 'documents',
    prepare: makeOfficeSamples,
    samples: Object.assign({}, ...parts.map(({ samples }) => samples)),
    checks: Object.fromEntries([...targets].map((to) => [to, check])),
  },
];
