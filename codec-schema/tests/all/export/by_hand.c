/* Writes messages that the program itself makes, and prints them; misuses what can be misused. */
#define CODEC_IMPLEMENTATION
#include "codec.h"

#include <stdio.h>

static void print(const Message *message) {
    uint8_t buffer[512];
    size_t len = 0;
    codec_kind kind = encode_message(message, buffer, sizeof buffer, &len);
    if (kind != CODEC_OK) {
        printf("error %d\n", (int)kind);
        return;
    }
    for (size_t i = 0; i < len; i++) printf("%02x", buffer[i]);
    printf("\n");
}

int main(void) {
    static const uint16_t words[] = {1, 300, 65535};
    static const option_i16 maybe[] = {{false, 0}, {true, -2}};
    static const tuple_bool_text pairs[] = {{true, {"x", 1}}, {false, {NULL, 0}}};
    static const uint8_t def[] = {1, 2, 3};
    static const uint8_t no_text[] = {0xff};
    static Message message, read;
    uint8_t buffer[512];
    size_t len = 0;
    codec_error error;
    Function *function = &message.of.Function;
    Object objects[2];

    message.id = 1;
    function->end = 7;
    function->class = 70000;
    function->nil = true;
    function->local.some = true;
    function->local.value = 9;
    function->lambda.items = words;
    function->lambda.count = 3;
    function->type.data = "gr\xc3\xb6\xc3\x9f" "e";
    function->type.len = 7;
    function->not = -3;
    function->and.items = maybe;
    function->and.count = 2;
    function->none.f0 = 1;
    function->none.f1 = UINT64_MAX;
    function->len_type = 1.5f;
    function->value = -2.25;
    function->in.items = pairs;
    function->in.count = 2;
    print(&message);

    /* What was read is written again, and its lists are read twice. */
    encode_message(&message, buffer, sizeof buffer, &len);
    error = decode_message(1, buffer, len, &read);
    printf("%d\n", (int)error.kind);
    for (int round = 0; round < 2; round++) {
        list_u16 rest = read.of.Function.lambda;
        uint16_t word;
        while (next_list_u16(&rest, &word)) printf("%u ", (unsigned)word);
        printf("%zu of %zu left\n", rest.count, read.of.Function.lambda.count);
    }
    print(&read);

    /* A list without elements where its count says some, and text that is none. */
    read.of.Function.lambda.view.data = NULL;
    read.of.Function.lambda.view.len = 0;
    print(&read);
    function->type.data = (const char *)no_text;
    function->type.len = 1;
    print(&message);

    /* A variant of which there is none, and a list over its limit. */
    message.id = 2;
    memset(&message.of, 0, sizeof message.of);
    objects[0].variant = Object_True;
    objects[0].of.True.f0 = 600;
    objects[1].variant = Object_Def;
    objects[1].of.Def.def.data = def;
    objects[1].of.Def.def.len = 3;
    objects[1].of.Def.for_2 = Number_Rmro;
    message.of.Array.objects.items = objects;
    message.of.Array.objects.count = 2;
    message.of.Array.numbers.items[1] = Number_Class;
    message.of.Array.big = 0x01020304;
    print(&message);
    message.of.Array.few.count = 4;
    print(&message);
    message.of.Array.few.count = 0;
    message.of.Array.numbers.items[0] = (Number)77;
    print(&message);

    /* No message, no bytes, and no room. */
    message.id = 99;
    print(&message);
    error = decode_message(1, NULL, 0, &read);
    printf("%d at %zu\n", (int)error.kind, error.offset);
    message.id = 1;
    memset(&message.of, 0, sizeof message.of);
    printf("%d\n", (int)encode_message(&message, NULL, 0, &len));
    return 0;
}
