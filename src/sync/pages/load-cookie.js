// Runs in the browser, inside `load-cookie.html` and `load-cookie-with-consent.html`: requests the missing ids from a server and loads
// their sync URLs one after another. AMP and app pages, which cannot run scripts of their own, embed the page in a frame.
(() => {
  const NO_LIMIT = 99999;
  const LONGEST_LOAD_MS = 5000;
  const HOSTS = {
    appnexus: 'https://prebid.adnxs.com/pbs/v1/cookie_sync',
    rubicon: 'https://prebid-server.rubiconproject.com/cookie_sync',
  };
  const query = new URLSearchParams(location.search);
  const needsConsent = document.body.dataset.consent === 'required';
  const isAmp = (query.get('source') || '').toLowerCase() === 'amp';

  const log = (...words) => {
    if (query.has('debug') && query.get('debug') !== '0' && query.get('debug') !== 'false') console.log('user sync:', ...words);
  };
  const zeroOrOne = (name) => (/^[01]$/.test(query.get(name) || '') ? Number(query.get(name)) : null);

  // Only web addresses are called or loaded: a `javascript:` URL would run with this host's privileges.
  const webUrl = (text) => {
    try {
      const url = new URL(text, location.href);
      return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
    } catch {
      return null;
    }
  };

  const endpoint = () => {
    const named = query.get('endpoint') || '';
    if (Object.hasOwn(HOSTS, named)) return HOSTS[named];
    return (/^(https?:)?\/\//i.test(named) && webUrl(named)) || new URL('/cookie_sync', location.href).href;
  };

  const limit = () => {
    if (!query.has('max_sync_count')) return 10;
    const count = Number.parseInt(query.get('max_sync_count'), 10);
    return count > 0 ? count : NO_LIMIT;
  };

  const isCoop = () => {
    const flag = query.get('coop_sync');
    return flag === null || flag === 'true' || Boolean(Number.parseInt(flag, 10));
  };

  // `k:v,k2:v2`; other formats are dropped.
  const extras = () => {
    const pairs = {};
    for (const pair of (query.get('args') || '').split(',')) {
      const at = pair.indexOf(':');
      if (at < 1 || at === pair.length - 1 || pair.startsWith('__proto__')) continue;
      const value = pair.slice(at + 1);
      pairs[pair.slice(0, at)] = /^\d+$/.test(value) ? Number(value) : value;
    }
    return pairs;
  };

  const toBody = (consent) => {
    const body = { ...extras(), coopSync: isCoop(), limit: limit() };
    if (isAmp) body.filterSettings = { iframe: { bidders: '*', filter: 'exclude' } };
    const bidders = (query.get('bidders') || '').split(',').filter(Boolean);
    if (bidders.length > 0) body.bidders = bidders;
    const gdpr = consent.gdpr ?? zeroOrOne('gdpr');
    if (gdpr !== null) body.gdpr = gdpr;
    const consentString = consent.gdpr_consent || query.get('gdpr_consent');
    if (consentString) body.gdpr_consent = consentString;
    for (const name of ['gpp_sid', 'gpp', 'account']) if (query.get(name)) body[name] = query.get(name);
    return body;
  };

  // Requests the user's consent from the enclosing AMP frame; rejects on timeout.
  const readConsent = () =>
    new Promise((resolve, reject) => {
      const waitMs = Number.parseInt(query.get('timeout'), 10) || 10000;
      const timer = setTimeout(() => settle(reject, new Error('no consent data within the timeout')), waitMs);
      const settle = (end, value) => {
        clearTimeout(timer);
        removeEventListener('message', read);
        end(value);
      };
      const read = ({ source, origin, data }) => {
        if (source !== parent || origin === location.origin) return;
        if (data?.sentinel !== 'amp' || data.type !== 'consent-data') return;
        const metadata = data.consentMetadata;
        settle(resolve, metadata ? { gdpr: metadata.gdprApplies ? 1 : 0, gdpr_consent: data.consentString || '' } : {});
      };
      addEventListener('message', read);
      parent.postMessage({ sentinel: 'amp', type: 'send-consent-data' }, '*');
    });

  const load = ({ url, type }) =>
    new Promise((done) => {
      setTimeout(done, LONGEST_LOAD_MS);
      const address = webUrl(url);
      if (address === null) {
        done();
      } else if (type === 'iframe') {
        const frame = document.createElement('iframe');
        frame.width = frame.height = '0';
        frame.style.display = 'none';
        frame.sandbox.add('allow-scripts', 'allow-same-origin');
        frame.onload = frame.onerror = done;
        frame.src = address;
        document.body.append(frame);
      } else if (type === 'redirect' || type === 'image') {
        const image = new Image();
        image.onload = image.onerror = done;
        image.src = address;
      } else {
        done();
      }
    });

  const sync = async (consent) => {
    const body = JSON.stringify(toBody(consent));
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(endpoint(), { method: 'POST', headers, credentials: 'include', body });
    if (!response.ok) return log('rejected with status', response.status);
    const { status, bidder_status: entries } = await response.json();
    if ((status !== 'ok' && status !== 'no_cookie') || !Array.isArray(entries)) return log('unexpected response', status);
    for (const { bidder, no_cookie: isMissing, usersync } of entries) {
      if (!isMissing || !usersync) continue;
      log('loading', bidder, usersync.url);
      await load(usersync);
    }
    log('done');
  };

  const run = async () => {
    if (!isAmp && !needsConsent) return sync({});
    const scope = zeroOrOne('defaultGdprScope');
    const mayGoWithout = needsConsent ? scope === 0 : scope !== 1;
    const consent = await readConsent().catch((error) => log(error.message));
    return consent || mayGoWithout ? sync(consent || {}) : log('no sync without consent');
  };

  run().catch((error) => log('failed:', error));
})();
