export { deriveKey } from "./derive-key"
export { openText, sealText } from "./sealed-text"
