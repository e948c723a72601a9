import * as vscode from 'vscode';
import type { ServiceId } from '../../jobs/service.ts';

/** What people call a service. */
export function serviceName(service: ServiceId): string {
  switch (service) {
    case 'local':
      return vscode.l10n.t('This computer');
    case 'network':
      return vscode.l10n.t('Network');
  }
}
