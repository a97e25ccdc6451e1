package vesper.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.unix.RawUnixChannelOption;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A filter that makes the kernel ignore new connection attempts to a port, as if their packets had been lost. The
 * client's system repeats the attempt after a second; if the port is closed by then, it is refused. Connections that
 * are already established can be accepted in the meantime, and no further ones arrive. On Linux this uses a socket
 * filter (socket(7), {@code SO_ATTACH_FILTER}); elsewhere nothing is done.
 */
final class SealedPort {
    private static final Logger log = LoggerFactory.getLogger(SealedPort.class);

    private static final int SOL_SOCKET = 1;
    private static final int SO_ATTACH_FILTER = 26;
    /** Size of {@code struct sock_fprog}: a count, padding, and an address. */
    private static final int PROGRAM_BYTES = 16;

    private static final int INSTRUCTION_BYTES = 8;
    private static final RawUnixChannelOption ATTACH_FILTER =
            new RawUnixChannelOption("SO_ATTACH_FILTER", SOL_SOCKET, SO_ATTACH_FILTER, PROGRAM_BYTES);

    /**
     * Offset of the TCP flags in a segment, and the flags (ACK, RST) of which every segment but the first of a
     * connection has one (RFC 9293, section 3.1).
     */
    private static final int FLAGS_AT = 13;

    private static final int NOT_THE_FIRST = 0x14;

    /** Instructions of classic BPF, see {@code linux/filter.h}. */
    private static final short LOAD_BYTE = 0x30;

    private static final short JUMP_IF_ANY_BIT = 0x45;
    private static final short RETURN = 0x06;
    private static final int ALL_OF_IT = -1;
    private static final int NOTHING = 0;

    private SealedPort() {}

    /** Seals the port. Called on the listener's event loop. */
    static void of(Channel listener) {
        if (!(listener instanceof EpollServerSocketChannel epoll)) return;
        ByteBuffer filter = filter();
        ByteBuffer program = ByteBuffer.allocateDirect(PROGRAM_BYTES).order(ByteOrder.nativeOrder());
        program.putShort(0, (short) (filter.capacity() / INSTRUCTION_BYTES));
        program.putLong(Long.BYTES, MemorySegment.ofBuffer(filter).address());
        try {
            epoll.config().setOption(ATTACH_FILTER, program);
        } catch (ChannelException | UnsupportedOperationException e) {
            log.debug("the system lets newcomers in until the port is closed", e);
        } finally {
            // The kernel has copied the filter by now.
            Reference.reachabilityFence(filter);
        }
    }

    private static ByteBuffer filter() {
        ByteBuffer filter = ByteBuffer.allocateDirect(4 * INSTRUCTION_BYTES).order(ByteOrder.nativeOrder());
        put(filter, LOAD_BYTE, 0, 0, FLAGS_AT);
        put(filter, JUMP_IF_ANY_BIT, 0, 1, NOT_THE_FIRST);
        put(filter, RETURN, 0, 0, ALL_OF_IT);
        put(filter, RETURN, 0, 0, NOTHING);
        return filter.flip();
    }

    private static void put(ByteBuffer filter, short code, int skippedIfSo, int skippedIfNot, int operand) {
        filter.putShort(code).put((byte) skippedIfSo).put((byte) skippedIfNot).putInt(operand);
    }
}
