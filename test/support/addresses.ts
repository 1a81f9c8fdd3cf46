/** A complete address of each of ten countries, some in their own script, one with every part. */
export const tenAddresses = [
  {
    label: 'Home',
    recipient: 'نورة العلي',
    phone: '+965 5000 0001',
    line1: 'قطعة 5، شارع 12، منزل 3',
    line2: 'الدور 2',
    area: 'السالمية',
    city: 'مدينة الكويت',
    region: 'حولي',
    postal_code: '22060',
    country: 'KW',
    instructions: 'اتصل قبل الوصول',
    location: { lat: 29.3339, lng: 48.0761 },
  },
  { line1: 'طريق الملك فهد', area: 'العليا', city: 'الرياض', region: 'الرياض', postal_code: '12214', country: 'SA' },
  { line1: 'Villa 5, Street 3', area: 'Jumeirah 1', city: 'Dubai', region: 'Dubai', country: 'AE' },
  { line1: '26 July St', area: 'Zamalek', city: 'Cairo', region: 'Cairo', postal_code: '11211', country: 'EG' },
  { line1: '1600 Pine Ave', line2: 'Apt 4', city: 'San Jose', region: 'CA', postal_code: '95014', country: 'US' },
  { line1: '=10 Downing St', city: 'London', postal_code: 'SW1A 2AA', country: 'GB' },
  { line1: 'Unter den Linden 1', city: 'Berlin', postal_code: '10117', country: 'DE' },
  { line1: '千代田1-1', area: '丸の内', city: '千代田区', region: '東京都', postal_code: '100-0001', country: 'JP' },
  { line1: '12 MG Road', city: 'Bengaluru', region: 'Karnataka', postal_code: '560001', country: 'IN' },
  {
    line1: 'Av. Paulista 1578',
    area: 'Bela Vista',
    city: 'São Paulo',
    region: 'SP',
    postal_code: '01310-200',
    country: 'BR',
  },
] as const

/** How each is written in one line. */
export const tenTexts = [
  'نورة العلي، قطعة 5، شارع 12، منزل 3، الدور 2، السالمية، 22060 مدينة الكويت، حولي، الكويت',
  'طريق الملك فهد، العليا، الرياض 12214، الرياض، المملكة العربية السعودية',
  'Villa 5, Street 3, Jumeirah 1, Dubai, United Arab Emirates',
  '26 July St, Zamalek, Cairo, 11211, Egypt',
  '1600 Pine Ave, Apt 4, San Jose, CA 95014, United States',
  '=10 Downing St, London, SW1A 2AA, United Kingdom',
  'Unter den Linden 1, 10117 Berlin, Germany',
  '〒100-0001, 東京都, 千代田区, 丸の内, 千代田1-1, Japan',
  '12 MG Road, Bengaluru 560001, Karnataka, India',
  'Av. Paulista 1578, Bela Vista, São Paulo-SP, 01310-200, Brazil',
]
