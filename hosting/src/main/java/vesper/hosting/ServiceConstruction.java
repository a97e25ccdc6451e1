package vesper.hosting;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.Comparator;
import java.util.Objects;

/** Creates the objects of a package's classes and injects the parameters of their constructors. */
final class ServiceConstruction {
    private final Components components;

    ServiceConstruction(Components components) {
        this.components = components;
    }

    /**
     * Creates an object of this class. Uses the public constructor with {@code @Autowired} or {@code @Inject}; otherwise
     * the one with the most parameters, among those whose parameters can all be injected.
     *
     * @param classes the context class loader for the constructor
     * @param longest maximum time for the constructor
     * @throws NotStartedException if a parameter or annotated field cannot be injected, or the constructor throws or
     *     times out
     */
    Object make(Class<?> service, PackageClassLoader classes, Duration longest) throws NotStartedException {
        Blueprint blueprint = blueprint(service, classes, longest);
        Blueprint.Way way = blueprint.constructors().stream()
                .max(Comparator.comparingInt(this::preference))
                .orElseThrow(() -> new NotStartedException(service.getName() + " has no public constructor"));
        Object[] arguments = new Object[way.needs().size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = components.resolve(way.needs().get(i), way.name());
        }
        // Resolved on this thread, since each constructor runs as a separate step.
        InjectedFields fields = InjectedFields.resolved(blueprint.fields(), components);
        return made(way.constructor(), arguments, fields, classes, longest);
    }

    /** Reading annotations may initialize classes of the package whose constants they use. */
    private static Blueprint blueprint(Class<?> service, PackageClassLoader classes, Duration longest)
            throws NotStartedException {
        try {
            String step = "reading the constructors of " + service.getName();
            return Objects.requireNonNull(Step.call(step, classes, longest, () -> Blueprint.of(service)));
        } catch (StepFailedException e) {
            if (e.getCause() instanceof NotStartedException reason) throw reason;
            throw new NotStartedException(String.valueOf(e.getMessage()), e.getCause());
        }
    }

    private static Object made(
            Constructor<?> constructor,
            Object[] arguments,
            InjectedFields fields,
            PackageClassLoader classes,
            Duration longest)
            throws NotStartedException {
        String step = "new " + constructor.getDeclaringClass().getName();
        try {
            return Objects.requireNonNull(Step.call(step, classes, longest, () -> {
                Object made = newInstance(constructor, arguments);
                fields.set(made);
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

    /** Ranks a constructor: an annotated one first, then those whose parameters are all available, then by their number. */
    private int preference(Blueprint.Way way) {
        if (way.isChosen()) return Integer.MAX_VALUE;
        return way.needs().stream().allMatch(components::canResolve)
                ? way.needs().size()
                : -1;
    }
}
