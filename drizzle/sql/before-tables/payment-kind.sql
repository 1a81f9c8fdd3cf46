-- What a merchant's word for a payment method means (orders.payment_kind): its usual English and Arabic names, in any spelling.
-- docs/checkout.md lists them. NULL: no word. A single expression, which is inlined.
CREATE OR REPLACE FUNCTION app.payment_kind(method text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE WHEN btrim(coalesce(method, '')) <> '' THEN coalesce('{
    "cod": "cash_on_delivery", "cash": "cash_on_delivery", "cashondelivery": "cash_on_delivery",
    "cashupondelivery": "cash_on_delivery", "payondelivery": "cash_on_delivery", "paymentondelivery": "cash_on_delivery",
    "نقدا": "cash_on_delivery", "نقد": "cash_on_delivery", "كاش": "cash_on_delivery", "عندالاستلام": "cash_on_delivery",
    "الدفععندالاستلام": "cash_on_delivery", "الدفعنقدا": "cash_on_delivery", "الدفعنقداعندالاستلام": "cash_on_delivery",
    "نقداعندالاستلام": "cash_on_delivery", "كاشعندالاستلام": "cash_on_delivery", "عندالتسليم": "cash_on_delivery",
    "الدفععندالتسليم": "cash_on_delivery", "كاشعندالتسليم": "cash_on_delivery", "نقداعندالتسليم": "cash_on_delivery",
    "نقدعندالاستلام": "cash_on_delivery", "الدفعكاش": "cash_on_delivery",
    "card": "card", "creditcard": "card", "debitcard": "card", "credit": "card", "debit": "card", "visa": "card",
    "mastercard": "card", "amex": "card", "americanexpress": "card", "mada": "card", "knet": "card", "meeza": "card",
    "بطاقه": "card", "البطاقه": "card", "بطاقهائتمان": "card", "بطاقهائتمانيه": "card", "فيزا": "card", "ماستركارد": "card",
    "مدي": "card", "كينت": "card", "الكينت": "card", "ميزه": "card", "بطاقهبنكيه": "card", "بطاقهمدي": "card",
    "banktransfer": "bank_transfer", "bank": "bank_transfer", "transfer": "bank_transfer", "wire": "bank_transfer",
    "wiretransfer": "bank_transfer", "iban": "bank_transfer", "sepa": "bank_transfer", "ach": "bank_transfer",
    "instapay": "bank_transfer", "تحويل": "bank_transfer", "تحويلبنكي": "bank_transfer", "حواله": "bank_transfer",
    "حوالهبنكيه": "bank_transfer", "تحويلمصرفي": "bank_transfer", "حوالهمصرفيه": "bank_transfer", "انستاباي": "bank_transfer",
    "wamd": "bank_transfer", "ومض": "bank_transfer",
    "online": "online", "onlinepayment": "online", "paymentlink": "online", "paypal": "online", "stripe": "online",
    "applepay": "online", "googlepay": "online", "stcpay": "online", "tabby": "online", "tamara": "online", "fawry": "online",
    "paymob": "online", "tap": "online", "myfatoorah": "online", "moyasar": "online", "hyperpay": "online", "benefit": "online",
    "benefitpay": "online", "اونلاين": "online", "الكتروني": "online", "دفعالكتروني": "online", "الدفعالالكتروني": "online",
    "رابطدفع": "online", "رابطالدفع": "online", "ابلباي": "online", "ابلبي": "online", "بنفت": "online", "بنفتبي": "online",
    "تابي": "online", "تمارا": "online", "فوري": "online"
    }'::jsonb ->> translate(lower(method), U&'\0623\0625\0622\0629\0649 _-.\0640\064B\064C\064D\064E\064F\0650\0651\0652',
      U&'\0627\0627\0627\0647\064A'), 'other') END
$$;
