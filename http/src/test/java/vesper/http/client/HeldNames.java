package vesper.http.client;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolver.LookupPolicy;
import java.net.spi.InetAddressResolverProvider;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/**
 * The JDK's name lookup with exceptions: lookups of names that end with {@code .held.test} block until the test's name
 * server answers, which knows none of them, and those that end with {@code .broken.test} throw. The JDK has one
 * resolver for the whole process, so a part of the name tells which lookups a test holds.
 */
public final class HeldNames extends InetAddressResolverProvider {
    private static final ConcurrentHashMap<String, Held> HELD = new ConcurrentHashMap<>();

    /** A name server that does not answer until it is closed. */
    static final class Held implements AutoCloseable {
        final String suffix;
        final Set<Thread> threads = ConcurrentHashMap.newKeySet();
        private final CountDownLatch answered = new CountDownLatch(1);

        private Held(String suffix) {
            this.suffix = suffix;
        }

        /** Answers that the names do not exist. */
        void answer() {
            answered.countDown();
        }

        @Override
        public void close() {
            HELD.remove(suffix);
            answer();
        }
    }

    /** Holds lookups of the names below {@code zone.held.test}. */
    static Held hold(String zone) {
        return HELD.computeIfAbsent(zone + ".held.test", Held::new);
    }

    @Override
    public InetAddressResolver get(Configuration configuration) {
        InetAddressResolver usual = configuration.builtinResolver();
        return new InetAddressResolver() {
            @Override
            public Stream<InetAddress> lookupByName(String host, LookupPolicy policy) throws UnknownHostException {
                if (host.endsWith(".broken.test")) throw new IllegalStateException("as the test wants it");
                if (!host.endsWith(".held.test")) return usual.lookupByName(host, policy);
                Held held = HELD.get(host.substring(host.indexOf('.') + 1));
                if (held != null) await(held);
                throw new UnknownHostException(host);
            }

            @Override
            public String lookupByAddress(byte[] address) throws UnknownHostException {
                return usual.lookupByAddress(address);
            }
        };
    }

    private static void await(Held held) {
        held.threads.add(Thread.currentThread());
        try {
            held.answered.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String name() {
        return "held names";
    }
}
