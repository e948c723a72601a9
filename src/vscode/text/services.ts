import type { ServiceId } from '../../jobs/core/service.ts';
import { say, type Words } from './words.ts';

export function serviceName(service: ServiceId): Words {
  switch (service) {
    case 'local':
      return say('This computer');
    case 'network':
      return say('Network');
  }
}
