import { hkdfSync } from "node:crypto"

/** A key of 32 bytes for one purpose, such as `cursor`, from the dashboard's secret; what is encrypted for one purpose is not decrypted under another. */
export const deriveKey = (secret: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secret, "", `workplace-reporting ${purpose}`, 32))
