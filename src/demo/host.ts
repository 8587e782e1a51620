/** The demo host, which starts without any settings, so that a newcomer sees a complete auction at once. */

/** Settings of the demo host, which listens on loopback only; the environment overrides them. */
export const demoSettings = (origin: string): object => ({
  host: '127.0.0.1',
  external_url: `http://localhost:${process.env['AUCTOR_PORT'] || '8000'}`,
  // It starts at once and leaves no files.
  gdpr: { default_value: '0', vendor_list_wait_ms: 0 },
  data_dir: '',
  adapters: {
    demo: { enabled: true, endpoint: `${origin}/bid`, previous_auction_info: true },
    generic: { enabled: true, endpoint: `${origin}/generous` },
  },
  account_defaults: { previous_auction_info: { enabled: true } },
  price_floors: { enabled: true },
  auction_timeouts_ms: { default: 1000, max: 5000 },
});
