import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"

const cipher = "aes-256-gcm"
const nonceLength = 12
const tagLength = 16

/**
 * Encrypts a text with a key of 32 bytes so that only its holder can read or make one: base64url of
 * nonce, ciphertext and tag. Of one key, 2³² texts are safe (NIST SP 800-38D, 8.3).
 */
export function encryptText(text: string, key: Uint8Array): string {
  const nonce = randomBytes(nonceLength)
  const encryption = createCipheriv(cipher, key, nonce)
  const parts = [nonce, encryption.update(text, "utf8"), encryption.final()]
  return Buffer.concat([...parts, encryption.getAuthTag()]).toString("base64url")
}

/** The text that was encrypted; throws where a single character is another one or the key is. */
export function decryptText(encrypted: string, key: Uint8Array): string {
  const bytes = Buffer.from(encrypted, "base64url")
  if (bytes.length < nonceLength + tagLength || bytes.toString("base64url") !== encrypted)
    throw new TypeError("This is no encrypted text.")
  const nonce = bytes.subarray(0, nonceLength)
  const decryption = createDecipheriv(cipher, key, nonce, { authTagLength: tagLength })
  decryption.setAuthTag(bytes.subarray(-tagLength))
  const text = decryption.update(bytes.subarray(nonceLength, -tagLength))
  return Buffer.concat([text, decryption.final()]).toString("utf8")
}
