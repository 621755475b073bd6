export { deriveKey } from "./derive-key"
export { decryptText, encryptText } from "./encrypted-text"
