/** Names that phishing imitates: the label before the public suffix. */
export const wellKnownNames: ReadonlySet<string> = new Set(
  `
  google gmail youtube android microsoft office outlook live hotmail windows xbox skype linkedin github apple icloud itunes
  amazon aws prime facebook instagram whatsapp messenger meta twitter tiktok snapchat telegram discord reddit pinterest
  netflix spotify disney twitch steam steampowered roblox epicgames adobe dropbox docusign zoom slack notion salesforce
  paypal stripe square venmo cashapp wise revolut klarna visa mastercard americanexpress westernunion moneygram
  chase bankofamerica wellsfargo citibank citi capitalone usbank hsbc barclays lloyds natwest santander bbva ing
  rabobank abnamro deutschebank commerzbank sparkasse postbank bnpparibas creditagricole societegenerale unicredit
  intesasanpaolo ubs creditsuisse raiffeisen dbs ocbc icbc sberbank nubank itau bradesco caixa
  coinbase binance kraken blockchain metamask opensea ledger trezor crypto bitfinex kucoin bybit
  ebay aliexpress alibaba walmart target bestbuy costco etsy shopify rakuten mercadolibre zalando ikea booking airbnb
  expedia uber lyft doordash deliveroo
  dhl ups fedex usps royalmail dpd gls hermes postnl laposte poste canadapost correos swisspost
  yahoo aol protonmail mail yandex baidu qq wechat alipay taobao weibo naver kakao line
  verizon att tmobile comcast vodafone orange telekom telefonica
  irs gov hmrc service wikipedia wordpress godaddy cloudflare namecheap
  `
    .split(/\s+/)
    .filter((name) => name.length >= 3),
);
