import { deriveKey } from "./derive-key"
import { decryptText, encryptText } from "./encrypted-text"

/** The dashboard's secret, and the one before it or after it while one takes the other's place: what was encrypted under either opens. */
export interface SecretPair {
  readonly secret: string
  readonly previousSecret?: string | undefined
}

/** Texts of one purpose under the dashboard's secret. */
export interface TextCipher {
  /** Always under the secret that counts now. */
  encrypt(text: string): string
  /** Throws where neither secret opens it. */
  decrypt(encrypted: string): string
}

/** Encrypts under a key for this purpose; which of the secrets a text was encrypted under is found by trying, so that it has no header to forge. */
export function createTextCipher(
  { secret, previousSecret }: SecretPair,
  purpose: string,
): TextCipher {
  const key = deriveKey(secret, purpose)
  const previous = previousSecret === undefined ? undefined : deriveKey(previousSecret, purpose)
  return {
    encrypt: (text) => encryptText(text, key),
    decrypt(encrypted) {
      if (!previous) return decryptText(encrypted, key)
      try {
        return decryptText(encrypted, key)
      } catch {
        return decryptText(encrypted, previous)
      }
    },
  }
}
