/** Buttons that copy a text and show whether that succeeded. */
import { h } from './dom.js';

/** Browsers offer the clipboard only to pages with TLS or on the same machine. */
function copyWithoutClipboard(text) {
  const focused = document.activeElement;
  const box = h('textarea', {}, text);
  box.style.position = 'fixed';
  document.body.append(box);
  box.select();
  const isCopied = document.execCommand('copy');
  box.remove();
  focused?.focus();
  return isCopied;
}

async function copy(text) {
  if (!navigator.clipboard) return copyWithoutClipboard(text);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

/** @param read returns the text when the button is pressed */
export function copyButton(label, read, isDisabled = false) {
  const onclick = async () => {
    button.textContent = (await copy(read())) ? 'Copied' : 'Not copied';
  };
  const button = h('button', { type: 'button', disabled: isDisabled, onclick }, label);
  return button;
}
