import { createCipheriv, createDecipheriv, randomFillSync } from "node:crypto"

const cipher = "aes-256-gcm"
const nonceLength = 12
const tagLength = 16

const nonces = new Uint8Array(256 * nonceLength)
let used = nonces.length

/** Random bytes that no other text has had: many are drawn at once, since each drawing costs as much as a text. */
function takeNonce(): Uint8Array {
  if (used === nonces.length) {
    randomFillSync(nonces)
    used = 0
  }
  used += nonceLength
  return nonces.slice(used - nonceLength, used)
}

/**
 * Encrypts a text with a key of 32 bytes so that only its holder can read or make one: base64url of
 * nonce, ciphertext and tag. Of one key, 2³² texts are safe (NIST SP 800-38D, 8.3).
 */
export const encryptText = (text: string, key: Uint8Array): string =>
  encryptBytes(Buffer.from(text, "utf8"), key)

/** The same of bytes. */
export function encryptBytes(bytes: Uint8Array, key: Uint8Array): string {
  const nonce = takeNonce()
  const encryption = createCipheriv(cipher, key, nonce)
  const body = encryption.update(bytes)
  // Of a stream cipher nothing is left to come.
  encryption.final()
  return Buffer.concat([nonce, body, encryption.getAuthTag()]).toString("base64url")
}

/** The text that was encrypted; throws where a single character is another one or the key is. */
export const decryptText = (encrypted: string, key: Uint8Array): string =>
  decryptBytes(encrypted, key).toString("utf8")

/** The same of bytes. */
export function decryptBytes(encrypted: string, key: Uint8Array): Buffer {
  const bytes = Buffer.from(encrypted, "base64url")
  if (bytes.length < nonceLength + tagLength || bytes.toString("base64url") !== encrypted)
    throw new TypeError("This is no encrypted text.")
  const nonce = bytes.subarray(0, nonceLength)
  const decryption = createDecipheriv(cipher, key, nonce, { authTagLength: tagLength })
  decryption.setAuthTag(bytes.subarray(-tagLength))
  const body = decryption.update(bytes.subarray(nonceLength, -tagLength))
  decryption.final()
  return body
}
