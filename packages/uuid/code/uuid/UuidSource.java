package uuid;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.NameBasedGenerator;
import com.fasterxml.uuid.impl.RandomBasedGenerator;
import com.fasterxml.uuid.impl.TimeBasedGenerator;
import java.security.SecureRandom;
import java.util.UUID;
import java.util.function.Supplier;

/** The UUID generators, created once. Thread-safe. */
final class UuidSource {
    private final RandomBasedGenerator random = Generators.randomBasedGenerator(new SecureRandom());
    private final TimeBasedGenerator time = Generators.timeBasedGenerator();
    private final NameBasedGenerator name = Generators.nameBasedGenerator(NameBasedGenerator.NAMESPACE_URL);

    /** Returns the generator for a request. */
    Supplier<UUID> of(UuidRequest request) {
        return switch (request.method()) {
            case RANDOM -> random::generate;
            case TIME -> time::generate;
            case NAME -> () -> name.generate(request.name());
        };
    }
}
