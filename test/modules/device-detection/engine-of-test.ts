/** An engine that knows one device, for the tests of device detection. */
import type { Evidence } from '#src/modules/device-detection/engine.ts';

export default () => ({
  detect: (evidence: Evidence) =>
    evidence['User-Agent'] === 'fairphone'
      ? {
          wurfl_id: 'f5',
          brand_name: 'Fairphone',
          HardwareVendor: 'Fairphone',
          DeviceType: 'SmartPhone',
          form_factor: 'Smartphone',
          DeviceId: '1-2',
        }
      : undefined,
});
