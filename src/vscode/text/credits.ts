import * as vscode from 'vscode';
import type { Balance } from '../../credits/balance.ts';
import { countText } from './amounts.ts';

/** Credits left, marked for how well that is known: `=` is the service's word, `≈` ours. */
export function balanceText(balance: Balance): string {
  switch (balance.kind) {
    case 'exact':
      return `= ${creditsText(balance.credits)}`;
    case 'estimated':
      return `≈ ${creditsText(balance.credits)}`;
    case 'unknown':
      return vscode.l10n.t('— credits');
  }
}

/** The least that a file costs: an estimate knows formats, not pages. */
export function costText(creditsPerFile: number): string {
  return creditsPerFile === 1
    ? vscode.l10n.t('≥ 1 credit a file')
    : vscode.l10n.t('≥ {0} credits a file', countText(creditsPerFile));
}

function creditsText(credits: number): string {
  return credits === 1 ? vscode.l10n.t('1 credit') : vscode.l10n.t('{0} credits', countText(credits));
}
