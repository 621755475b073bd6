export { deriveKey } from "./derive-key"
export { decryptBytes, decryptText, encryptBytes, encryptText } from "./encrypted-text"
export { createTextCipher, type SecretPair, type TextCipher } from "./text-cipher"
