export { deriveKey } from "./derive-key"
export { decryptText, encryptText } from "./encrypted-text"
export { createTextCipher, type SecretPair, type TextCipher } from "./text-cipher"
