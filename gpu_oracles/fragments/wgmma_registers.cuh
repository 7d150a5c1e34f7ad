// The accumulator registers of wgmma, by the width n of a tile with 32-bit sums: n / 2 names for a
// thread, and the stores that leave register i at byte 512 i from the address %0.
#pragma once

#define TP_SUM_STORE(i) "st.global.b32 [%0+512*" #i "],d" #i ";"

#define TP_SUMS_8 "d0,d1,d2,d3"
#define TP_STORES_8 TP_SUM_STORE(0) TP_SUM_STORE(1) TP_SUM_STORE(2) TP_SUM_STORE(3)
#define TP_SUMS_16 \
  TP_SUMS_8        \
  ","              \
  "d4,d5,d6,d7"
#define TP_STORES_16 TP_STORES_8 TP_SUM_STORE(4) TP_SUM_STORE(5) TP_SUM_STORE(6) TP_SUM_STORE(7)
#define TP_SUMS_24 \
  TP_SUMS_16       \
  ","              \
  "d8,d9,d10,d11"
#define TP_STORES_24 TP_STORES_16 TP_SUM_STORE(8) TP_SUM_STORE(9) TP_SUM_STORE(10) TP_SUM_STORE(11)
#define TP_SUMS_32 \
  TP_SUMS_24       \
  ","              \
  "d12,d13,d14,d15"
#define TP_STORES_32 \
  TP_STORES_24 TP_SUM_STORE(12) TP_SUM_STORE(13) TP_SUM_STORE(14) TP_SUM_STORE(15)
#define TP_SUMS_40 \
  TP_SUMS_32       \
  ","              \
  "d16,d17,d18,d19"
#define TP_STORES_40 \
  TP_STORES_32 TP_SUM_STORE(16) TP_SUM_STORE(17) TP_SUM_STORE(18) TP_SUM_STORE(19)
#define TP_SUMS_48 \
  TP_SUMS_40       \
  ","              \
  "d20,d21,d22,d23"
#define TP_STORES_48 \
  TP_STORES_40 TP_SUM_STORE(20) TP_SUM_STORE(21) TP_SUM_STORE(22) TP_SUM_STORE(23)
#define TP_SUMS_56 \
  TP_SUMS_48       \
  ","              \
  "d24,d25,d26,d27"
#define TP_STORES_56 \
  TP_STORES_48 TP_SUM_STORE(24) TP_SUM_STORE(25) TP_SUM_STORE(26) TP_SUM_STORE(27)
#define TP_SUMS_64 \
  TP_SUMS_56       \
  ","              \
  "d28,d29,d30,d31"
#define TP_STORES_64 \
  TP_STORES_56 TP_SUM_STORE(28) TP_SUM_STORE(29) TP_SUM_STORE(30) TP_SUM_STORE(31)
#define TP_SUMS_72 \
  TP_SUMS_64       \
  ","              \
  "d32,d33,d34,d35"
#define TP_STORES_72 \
  TP_STORES_64 TP_SUM_STORE(32) TP_SUM_STORE(33) TP_SUM_STORE(34) TP_SUM_STORE(35)
#define TP_SUMS_80 \
  TP_SUMS_72       \
  ","              \
  "d36,d37,d38,d39"
#define TP_STORES_80 \
  TP_STORES_72 TP_SUM_STORE(36) TP_SUM_STORE(37) TP_SUM_STORE(38) TP_SUM_STORE(39)
#define TP_SUMS_88 \
  TP_SUMS_80       \
  ","              \
  "d40,d41,d42,d43"
#define TP_STORES_88 \
  TP_STORES_80 TP_SUM_STORE(40) TP_SUM_STORE(41) TP_SUM_STORE(42) TP_SUM_STORE(43)
#define TP_SUMS_96 \
  TP_SUMS_88       \
  ","              \
  "d44,d45,d46,d47"
#define TP_STORES_96 \
  TP_STORES_88 TP_SUM_STORE(44) TP_SUM_STORE(45) TP_SUM_STORE(46) TP_SUM_STORE(47)
#define TP_SUMS_104 \
  TP_SUMS_96        \
  ","               \
  "d48,d49,d50,d51"
#define TP_STORES_104 \
  TP_STORES_96 TP_SUM_STORE(48) TP_SUM_STORE(49) TP_SUM_STORE(50) TP_SUM_STORE(51)
#define TP_SUMS_112 \
  TP_SUMS_104       \
  ","               \
  "d52,d53,d54,d55"
#define TP_STORES_112 \
  TP_STORES_104 TP_SUM_STORE(52) TP_SUM_STORE(53) TP_SUM_STORE(54) TP_SUM_STORE(55)
#define TP_SUMS_120 \
  TP_SUMS_112       \
  ","               \
  "d56,d57,d58,d59"
#define TP_STORES_120 \
  TP_STORES_112 TP_SUM_STORE(56) TP_SUM_STORE(57) TP_SUM_STORE(58) TP_SUM_STORE(59)
#define TP_SUMS_128 \
  TP_SUMS_120       \
  ","               \
  "d60,d61,d62,d63"
#define TP_STORES_128 \
  TP_STORES_120 TP_SUM_STORE(60) TP_SUM_STORE(61) TP_SUM_STORE(62) TP_SUM_STORE(63)
#define TP_SUMS_136 \
  TP_SUMS_128       \
  ","               \
  "d64,d65,d66,d67"
#define TP_STORES_136 \
  TP_STORES_128 TP_SUM_STORE(64) TP_SUM_STORE(65) TP_SUM_STORE(66) TP_SUM_STORE(67)
#define TP_SUMS_144 \
  TP_SUMS_136       \
  ","               \
  "d68,d69,d70,d71"
#define TP_STORES_144 \
  TP_STORES_136 TP_SUM_STORE(68) TP_SUM_STORE(69) TP_SUM_STORE(70) TP_SUM_STORE(71)
#define TP_SUMS_152 \
  TP_SUMS_144       \
  ","               \
  "d72,d73,d74,d75"
#define TP_STORES_152 \
  TP_STORES_144 TP_SUM_STORE(72) TP_SUM_STORE(73) TP_SUM_STORE(74) TP_SUM_STORE(75)
#define TP_SUMS_160 \
  TP_SUMS_152       \
  ","               \
  "d76,d77,d78,d79"
#define TP_STORES_160 \
  TP_STORES_152 TP_SUM_STORE(76) TP_SUM_STORE(77) TP_SUM_STORE(78) TP_SUM_STORE(79)
#define TP_SUMS_168 \
  TP_SUMS_160       \
  ","               \
  "d80,d81,d82,d83"
#define TP_STORES_168 \
  TP_STORES_160 TP_SUM_STORE(80) TP_SUM_STORE(81) TP_SUM_STORE(82) TP_SUM_STORE(83)
#define TP_SUMS_176 \
  TP_SUMS_168       \
  ","               \
  "d84,d85,d86,d87"
#define TP_STORES_176 \
  TP_STORES_168 TP_SUM_STORE(84) TP_SUM_STORE(85) TP_SUM_STORE(86) TP_SUM_STORE(87)
#define TP_SUMS_184 \
  TP_SUMS_176       \
  ","               \
  "d88,d89,d90,d91"
#define TP_STORES_184 \
  TP_STORES_176 TP_SUM_STORE(88) TP_SUM_STORE(89) TP_SUM_STORE(90) TP_SUM_STORE(91)
#define TP_SUMS_192 \
  TP_SUMS_184       \
  ","               \
  "d92,d93,d94,d95"
#define TP_STORES_192 \
  TP_STORES_184 TP_SUM_STORE(92) TP_SUM_STORE(93) TP_SUM_STORE(94) TP_SUM_STORE(95)
#define TP_SUMS_200 \
  TP_SUMS_192       \
  ","               \
  "d96,d97,d98,d99"
#define TP_STORES_200 \
  TP_STORES_192 TP_SUM_STORE(96) TP_SUM_STORE(97) TP_SUM_STORE(98) TP_SUM_STORE(99)
#define TP_SUMS_208 \
  TP_SUMS_200       \
  ","               \
  "d100,d101,d102,d103"
#define TP_STORES_208 \
  TP_STORES_200 TP_SUM_STORE(100) TP_SUM_STORE(101) TP_SUM_STORE(102) TP_SUM_STORE(103)
#define TP_SUMS_216 \
  TP_SUMS_208       \
  ","               \
  "d104,d105,d106,d107"
#define TP_STORES_216 \
  TP_STORES_208 TP_SUM_STORE(104) TP_SUM_STORE(105) TP_SUM_STORE(106) TP_SUM_STORE(107)
#define TP_SUMS_224 \
  TP_SUMS_216       \
  ","               \
  "d108,d109,d110,d111"
#define TP_STORES_224 \
  TP_STORES_216 TP_SUM_STORE(108) TP_SUM_STORE(109) TP_SUM_STORE(110) TP_SUM_STORE(111)
#define TP_SUMS_232 \
  TP_SUMS_224       \
  ","               \
  "d112,d113,d114,d115"
#define TP_STORES_232 \
  TP_STORES_224 TP_SUM_STORE(112) TP_SUM_STORE(113) TP_SUM_STORE(114) TP_SUM_STORE(115)
#define TP_SUMS_240 \
  TP_SUMS_232       \
  ","               \
  "d116,d117,d118,d119"
#define TP_STORES_240 \
  TP_STORES_232 TP_SUM_STORE(116) TP_SUM_STORE(117) TP_SUM_STORE(118) TP_SUM_STORE(119)
#define TP_SUMS_248 \
  TP_SUMS_240       \
  ","               \
  "d120,d121,d122,d123"
#define TP_STORES_248 \
  TP_STORES_240 TP_SUM_STORE(120) TP_SUM_STORE(121) TP_SUM_STORE(122) TP_SUM_STORE(123)
#define TP_SUMS_256 \
  TP_SUMS_248       \
  ","               \
  "d124,d125,d126,d127"
#define TP_STORES_256 \
  TP_STORES_248 TP_SUM_STORE(124) TP_SUM_STORE(125) TP_SUM_STORE(126) TP_SUM_STORE(127)
