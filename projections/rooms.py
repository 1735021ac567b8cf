"""All rooms that fold: whoever folds a world imports this, so that no posting finds its room shut."""

from projections import conditions, encounter, holdings, house, natural, places, pools, structures, table, zones

__all__ = ["conditions", "encounter", "holdings", "house", "natural", "places", "pools", "structures", "table", "zones"]
