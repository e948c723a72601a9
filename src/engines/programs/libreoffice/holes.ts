import type { Hole } from '../../api/engineDescription.ts';
import { laidOut } from './formats.ts';

const openXml = [...laidOut].filter((format) => /^(?:doc|dot|xls|xlt|ppt|pps|pot)[xm]$/.test(format));
const openDocument = [...laidOut].filter((format) => /^(?:f?od[tsp]|ot[tsp])$/.test(format));

export const libreOfficeHoles: readonly Hole[] = [
  {
    // What says how a document is encrypted makes it write beyond its memory.
    formats: openXml,
    versions: [
      { from: '25.8', fixedIn: '25.8.7' },
      { from: '26.2', fixedIn: '26.2.3' },
    ],
    advisories: ['CVE-2026-4430'],
  },
  {
    // A font in a document is written to any place.
    formats: [...openDocument, ...openXml],
    versions: [{ from: '24.8', fixedIn: '24.8.4' }],
    advisories: ['CVE-2024-12425'],
  },
];
