package vesper.hosting;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.sql.Driver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The JDBC drivers in a package's {@code lib} folder. They are registered with {@link java.sql.DriverManager} before
 * the package's services are created. They are deregistered when its code is released, because registered drivers would
 * keep the code from being garbage collected.
 *
 * <p>Not thread safe. For a package without drivers, the only cost is a lookup in its jars.
 */
final class PackageDrivers {
    private static final Logger LOG = LoggerFactory.getLogger(PackageDrivers.class);
    private static final String NAMES = "META-INF/services/java.sql.Driver";

    private final String packageName;
    private final PackageClassLoader loader;
    private @Nullable Boolean declared;
    private @Nullable Consumer<List<Driver>> registered;

    PackageDrivers(String packageName, PackageClassLoader loader) {
        this.packageName = packageName;
        this.loader = loader;
    }

    /** Returns whether the package's own jars declare drivers. */
    boolean exist() {
        if (declared == null) declared = loader.findResource(NAMES) != null;
        return declared;
    }

    /**
     * Registers the drivers. If one cannot be created, this is logged and the package starts without it.
     *
     * @param max maximum time for the drivers' own code
     * @throws NotStartedException if it takes longer
     */
    void register(Duration max) throws NotStartedException {
        if (!exist()) return;
        try {
            List<Driver> drivers = Objects.requireNonNull(Step.call("JDBC drivers", loader, max, this::create));
            if (registered == null) registered = inLoader();
            registered.accept(drivers);
        } catch (StepFailedException e) {
            throw new NotStartedException(String.valueOf(e.getMessage()), e.getCause());
        }
    }

    /** Creates the drivers. Most register themselves when their class is initialized. */
    private List<Driver> create() {
        List<Driver> drivers = new ArrayList<>();
        Iterator<ServiceLoader.Provider<Driver>> named =
                ServiceLoader.load(Driver.class, loader).stream().iterator();
        while (true) {
            try {
                if (!named.hasNext()) return drivers;
                ServiceLoader.Provider<Driver> next = named.next();
                if (next.type().getClassLoader() == loader) drivers.add(next.get());
            } catch (ServiceConfigurationError | LinkageError e) {
                LOG.warn(
                        "{}: a JDBC driver in its lib folder cannot be used: {}",
                        packageName,
                        PackageErrors.describe(e),
                        e);
            }
        }
    }

    /** Deregisters the drivers, including those that the package's code has registered since. */
    void deregister() {
        Consumer<List<Driver>> registration = registered;
        if (registration != null) registration.accept(List.of());
    }

    /** Returns {@link RegisteredDrivers} as a class of the package's loader. */
    @SuppressWarnings("unchecked")
    private Consumer<List<Driver>> inLoader() {
        try (InputStream bytes = Objects.requireNonNull(
                PackageDrivers.class.getResourceAsStream(RegisteredDrivers.class.getSimpleName() + ".class"))) {
            Constructor<?> constructor = loader.define(RegisteredDrivers.class.getName(), bytes.readAllBytes())
                    .getDeclaredConstructor();
            constructor.setAccessible(true);
            return (Consumer<List<Driver>>) constructor.newInstance();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a class of our own without parameters", e);
        }
    }
}
