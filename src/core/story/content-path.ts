/** A relative content path as references write it: no absolute path, drive, backslash, scheme, control character or `..` (02 §5). */
export const isContentPath = (target: string): boolean => !/^\/|^[A-Za-z]:|\\|:\/\/|\p{Cc}/u.test(target) && !target.split('/').includes('..')
