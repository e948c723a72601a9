import type { ServiceId } from '../../jobs/core/service.ts';
import { say, type SafeText } from './safeText.ts';

export function serviceName(service: ServiceId): SafeText {
  switch (service) {
    case 'local':
      return say('This computer');
    case 'network':
      return say('Network');
  }
}
