import * as vscode from 'vscode';
import type { Outcome, RuleResult } from '../../conformance/index.ts';
import { countText } from './amounts.ts';

/** What was seen of a service, in Markdown: faults first. */
export function connectionReport({ host }: URL, results: readonly RuleResult[]): string {
  const of = (outcome: Outcome): RuleResult[] => results.filter((result) => result.outcome === outcome);
  const [failed, passed, unseen] = [of('fail'), of('pass'), of('not observable')];
  return [
    `# ${vscode.l10n.t('Connection to {0}', host)}`,
    verdict(failed.length),
    vscode.l10n.t(
      '{0} passed, {1} failed, {2} could not be observed. No request was charged.',
      countText(passed.length),
      countText(failed.length),
      countText(unseen.length),
    ),
    ...chapter(vscode.l10n.t('Failed'), failed),
    ...chapter(vscode.l10n.t('Passed'), passed),
    ...chapter(vscode.l10n.t('Could not be observed'), unseen),
    '',
  ].join('\n\n');
}

function verdict(failed: number): string {
  return failed === 0
    ? vscode.l10n.t('The service answers as its documentation says.')
    : vscode.l10n.t('The service does not answer as its documentation says.');
}

function chapter(title: string, results: readonly RuleResult[]): string[] {
  return results.length === 0 ? [] : [`## ${title}`, results.map(entry).join('\n')];
}

/** The evidence may hold what a server wrote, so it stands where Markdown has no meaning. */
function entry({ rule, evidence }: RuleResult): string {
  const seen = evidence.replaceAll('`', '’');
  return `- **${rule.id}** ${rule.statement}\n  \`${seen}\` (${rule.sections.join('; ')})`;
}
