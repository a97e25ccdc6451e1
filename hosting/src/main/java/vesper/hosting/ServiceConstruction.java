package vesper.hosting;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.Collectors;

/** Makes the object of a service class, with what its constructor asks for. */
final class ServiceConstruction {
    private final Given given;
    private final PackageContents contents;

    ServiceConstruction(Given given, PackageContents contents) {
        this.given = given;
        this.contents = contents;
    }

    /**
     * A new object of this class, by the public constructor that asks for most.
     *
     * @param classes the context class loader that the constructor sees
     * @param longest how long it may take
     * @throws NotStartedException if nothing can be given for a parameter or an asking field, or the constructor throws
     *     or takes longer
     */
    Object make(Class<?> service, PackageClassLoader classes, Duration longest) throws NotStartedException {
        Constructor<?> constructor = Arrays.stream(service.getConstructors())
                .max(Comparator.comparingInt(this::preference))
                .orElseThrow(() -> new NotStartedException(service.getName() + " has no public constructor"));
        Object[] arguments = new Object[constructor.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            Class<?> type = constructor.getParameterTypes()[i];
            arguments[i] = given.of(type, contents).orElseThrow(() -> cannotBeGiven(constructor, type));
        }
        return made(constructor, arguments, classes, longest);
    }

    private Object made(Constructor<?> constructor, Object[] arguments, PackageClassLoader classes, Duration longest)
            throws NotStartedException {
        String step = "new " + constructor.getDeclaringClass().getName();
        try {
            return Objects.requireNonNull(Step.call(step, classes, longest, () -> {
                Object made = newInstance(constructor, arguments);
                new GivenFields(given, contents).fill(made);
                return made;
            }));
        } catch (StepFailedException e) {
            if (e.getCause() instanceof NotStartedException reason) throw reason;
            throw new NotStartedException(String.valueOf(e.getMessage()), e.getCause());
        }
    }

    private static Object newInstance(Constructor<?> constructor, Object... arguments) throws NotStartedException {
        String name = constructor.getDeclaringClass().getName();
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw new NotStartedException(
                    name + " could not be made: " + Thrown.text(e.getTargetException()), e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new NotStartedException(name + " could not be made: " + Thrown.text(e), e);
        }
    }

    /** Constructors that can be called first, then those that ask for more. */
    private int preference(Constructor<?> constructor) {
        boolean callable = Arrays.stream(constructor.getParameterTypes()).allMatch(given::has);
        return callable ? constructor.getParameterCount() : -1;
    }

    private NotStartedException cannotBeGiven(Constructor<?> constructor, Class<?> type) {
        String parameters = Arrays.stream(constructor.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", "));
        return new NotStartedException("%s(%s) asks for %s, which cannot be given; there are %s"
                .formatted(
                        constructor.getDeclaringClass().getName(),
                        parameters,
                        type.getSimpleName(),
                        String.join(", ", given.typeNames())));
    }
}
