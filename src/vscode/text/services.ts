import type { ServiceId } from '../../jobs/core/service.ts';
import { say, type SafeText } from './words.ts';

export function serviceName(service: ServiceId): SafeText {
  switch (service) {
    case 'local':
      return say('This computer');
    case 'network':
      return say('Network');
  }
}
