package vesper.hosting;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.Collectors;

/** Creates service objects and injects the parameters of their constructors. */
final class ServiceConstruction {
    private final Given given;
    private final PackageContents contents;

    ServiceConstruction(Given given, PackageContents contents) {
        this.given = given;
        this.contents = contents;
    }

    /**
     * Creates an object of this class. Uses the public constructor with the most parameters, among those whose
     * parameters can all be injected.
     *
     * @param classes the context class loader for the constructor
     * @param longest maximum time for the constructor
     * @throws NotStartedException if a parameter or annotated field cannot be injected, or the constructor throws or
     *     times out
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

    /** Ranks a constructor: those whose parameters are all available first, then those with more parameters. */
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
