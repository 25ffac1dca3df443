# What readers in Perl use of Kaitai's library: enough to compile them, and not to run them.
package IO::KaitaiStruct;

our $VERSION = '0.011_000';

package IO::KaitaiStruct::Struct;

package IO::KaitaiStruct::Stream;

1;
