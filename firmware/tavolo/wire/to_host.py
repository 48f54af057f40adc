"""Messages to the host and their fields (messages.py has the types). Not on a device: who reads them checks them."""

FIELDS = {
    "hello": "v:u dev:h8 nd:h32 fw:s16",
    "proof": "proof:h32 at:?s164",
    "rec": "r:s600 g:h32",
    "ans": "s:u ok:b why:s40",
    "had": "r:s600 n:u",
    "time": "a:u e:?u",
    "claim": "table:u pin:?h14",
    "beat": "ph:u dn:u un:u bat:u rssi:i mem:u q:u up:u low:?b fault:?s40",
}
