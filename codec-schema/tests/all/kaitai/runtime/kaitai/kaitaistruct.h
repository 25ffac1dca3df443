// The part of Kaitai's library that readers in C++ use: enough to compile them, and not to run them.
#pragma once
#include <stdint.h>
#include <string>
#define KAITAI_STRUCT_VERSION 11000L

namespace kaitai {

class kstream {
public:
    explicit kstream(const std::string& data);
    bool is_eof() const;
    uint64_t pos();
    uint64_t size();
    void seek(uint64_t pos);
    int8_t read_s1();
    int16_t read_s2le(), read_s2be();
    int32_t read_s4le(), read_s4be();
    int64_t read_s8le(), read_s8be();
    uint8_t read_u1();
    uint16_t read_u2le(), read_u2be();
    uint32_t read_u4le(), read_u4be();
    uint64_t read_u8le(), read_u8be();
    float read_f4le(), read_f4be();
    double read_f8le(), read_f8be();
    void align_to_byte();
    uint64_t read_bits_int_le(int bits), read_bits_int_be(int bits);
    std::string read_bytes(int64_t len);
    std::string read_bytes_full();
    std::string read_bytes_term(char term, bool include, bool consume, bool eos_error);
    static std::string bytes_strip_right(std::string bytes, char pad);
    static std::string bytes_terminate(std::string bytes, char term, bool include);
    static std::string bytes_to_str(std::string bytes, const char* encoding);
};

class kstruct {
public:
    explicit kstruct(kstream* io) : m__io(io) {}
    virtual ~kstruct() {}
    kstream* _io() const { return m__io; }

protected:
    kstream* m__io;
};

}
